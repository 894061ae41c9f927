// How endpoints refuse a request before the stream begins, in their own words.
export type Dialect = 'openai' | 'anthropic'

export interface Refusal {
  status: number
  headers?: Record<string, string>
  body: object
}

const openai = (message: string, type: string, code: string | null = null): object => ({
  error: { message, type, param: null, code },
})
const anthropic = (message: string, type: string): object => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_011CTest',
})

type Make = (model: string) => Refusal

/** Where only one of the APIs has the refusal, the other sends the same. */
const refusals = {
  'wrong key': {
    openai: () => ({
      status: 401,
      body: openai(
        'Incorrect API key provided: sk-wrong*****1234. You can find your API key at https://platform.openai.com/account/api-keys.',
        'invalid_request_error',
        'invalid_api_key',
      ),
    }),
    anthropic: () => ({ status: 401, body: anthropic('invalid x-api-key', 'authentication_error') }),
  },
  forbidden: {
    openai: () => ({
      status: 403,
      body: openai('You are not allowed to sample from this model', 'invalid_request_error', 'access_denied'),
    }),
    anthropic: () => ({
      status: 403,
      body: anthropic(
        'Your API key does not have permission to use the specified resource.',
        'permission_error',
      ),
    }),
  },
  'no model': {
    openai: (model) => ({
      status: 404,
      body: openai(
        `The model \`${model}\` does not exist or you do not have access to it.`,
        'invalid_request_error',
        'model_not_found',
      ),
    }),
    anthropic: (model) => ({ status: 404, body: anthropic(`model: ${model}`, 'not_found_error') }),
  },
  'no model (Ollama)': {
    openai: (model) => ({
      status: 404,
      body: openai(`model "${model}" not found, try pulling it first`, 'api_error'),
    }),
  },
  'rate limit': {
    openai: () => ({
      status: 429,
      headers: { 'retry-after': '1' },
      body: openai(
        'Rate limit reached for requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 1s.',
        'requests',
        'rate_limit_exceeded',
      ),
    }),
    anthropic: () => ({
      status: 429,
      headers: { 'retry-after': '1' },
      body: anthropic(
        "This request would exceed your account's rate limit. Please try again later.",
        'rate_limit_error',
      ),
    }),
  },
  'no credit': {
    openai: () => ({
      status: 429,
      body: openai(
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
        'insufficient_quota',
      ),
    }),
    anthropic: () => ({
      status: 400,
      body: anthropic(
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
        'invalid_request_error',
      ),
    }),
  },
  'no credit (402)': {
    openai: () => ({ status: 402, body: { error: { message: 'Insufficient credits', code: 402 } } }),
  },
  overloaded: {
    openai: () => ({
      status: 503,
      body: openai('The engine is currently overloaded, please try again later', 'server_error'),
    }),
    anthropic: () => ({ status: 529, body: anthropic('Overloaded', 'overloaded_error') }),
  },
  'loading (llama.cpp)': {
    openai: () => ({
      status: 503,
      body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    }),
  },
  'too long': {
    openai: () => ({
      status: 400,
      body: openai(
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9100 tokens. Please reduce the length of the messages.",
        'invalid_request_error',
        'context_length_exceeded',
      ),
    }),
    anthropic: () => ({
      status: 400,
      body: anthropic('prompt is too long: 208310 tokens > 200000 maximum', 'invalid_request_error'),
    }),
  },
  'too long (llama.cpp)': {
    openai: () => ({
      status: 400,
      body: {
        error: {
          code: 400,
          message:
            'request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 14_429,
          n_ctx: 8_192,
        },
      },
    }),
  },
  'too long (Ollama)': {
    openai: () => ({
      status: 400,
      body: openai('the input length exceeds the context length', 'api_error'),
    }),
  },
  'no tools': {
    openai: (model) => ({
      status: 400,
      body: openai(`registry.ollama.ai/library/${model} does not support tools`, 'api_error'),
    }),
  },
  'no tools (llama.cpp)': {
    openai: () => ({
      status: 500,
      body: { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } },
    }),
  },
} satisfies Record<string, { openai: Make; anthropic?: Make }>

export type RefusalName = keyof typeof refusals
export const refusalNames = Object.keys(refusals) as RefusalName[]

export function refusalOf(name: RefusalName, dialect: Dialect, model: string): Refusal {
  const made: { openai: Make; anthropic?: Make } = refusals[name]
  return (made[dialect] ?? made.openai)(model)
}
