// Providers of models that many people have a key for, and what any of them receives.

export interface ModelProvider {
  id: string
  title: string
  /** The address of its interface. */
  url: string
}

export const modelProviders: readonly ModelProvider[] = [
  { id: 'anthropic', title: 'Anthropic', url: 'https://api.anthropic.com/v1' },
  { id: 'openai', title: 'OpenAI', url: 'https://api.openai.com/v1' },
  { id: 'google', title: 'Google Gemini', url: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  { id: 'mistral', title: 'Mistral', url: 'https://api.mistral.ai/v1' },
  { id: 'openrouter', title: 'OpenRouter', url: 'https://openrouter.ai/api/v1' },
]

export const WHAT_LEAVES =
  'your requests, the conversation, what you are looking at, and the files, search results and command output that the model reads'

export const OLLAMA_CLOUD = 'ollama.com'

/** Ollama on this computer passes the requests of these models on to its own service. */
export const isCloudModel = (model: string): boolean => /[:-]cloud$/i.test(model)
