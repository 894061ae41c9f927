// What servers say about themselves and their models, so that a test can pose as each of them.
export type Pose = 'openai' | 'anthropic' | 'openrouter' | 'ollama' | 'lm studio' | 'llama.cpp'

export interface ServedModel {
  id: string
  /** What the server has set up. */
  context?: number
  /** What the model was made for. */
  trainedContext?: number
  isLoaded?: boolean
  /** Where Ollama passes its requests on to. */
  remoteHost?: string
}

type Shape = (models: readonly ServedModel[]) => unknown

const created = 1_790_000_000
const list = (data: readonly object[]): object => ({ object: 'list', data })
const owned =
  (owner: string): Shape =>
  (models) =>
    list(models.map(({ id }) => ({ id, object: 'model', created, owned_by: owner })))

const ollamaDetails = {
  format: 'gguf',
  family: 'llama',
  families: ['llama'],
  parameter_size: '8.0B',
  quantization_level: 'Q4_K_M',
}

const ollamaModel = ({ id }: ServedModel): object => ({
  name: id,
  model: id,
  size: 4_920_753_328,
  digest: '46e0c10c039e019119339687c3c1757cc81b9da49709a3b3924863ba87ca666e',
  details: ollamaDetails,
})

/** The answer for each path. A path that is not here gets 404. */
const poses: Record<Pose, Record<string, Shape>> = {
  openai: { '/v1/models': owned('system') },
  anthropic: {
    '/v1/models': (models) => ({
      data: models.map(({ id }) => ({
        type: 'model',
        id,
        display_name: id,
        created_at: '2026-02-04T00:00:00Z',
      })),
      has_more: false,
      first_id: models[0]?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    }),
  },
  openrouter: {
    '/v1/models': (models) => ({
      data: models.map(({ id, context }) => ({
        id,
        name: id,
        created,
        context_length: context ?? null,
        pricing: { prompt: '0.000003', completion: '0.000015' },
        supported_parameters: ['max_tokens', 'tools'],
      })),
    }),
  },
  ollama: {
    '/v1/models': owned('library'),
    '/api/version': () => ({ version: '0.12.6' }),
    '/api/tags': (models) => ({
      models: models.map((one) => ({
        ...ollamaModel(one),
        modified_at: '2026-10-03T23:34:03.409490317-07:00',
        ...(one.remoteHost !== undefined && { remote_model: one.id, remote_host: one.remoteHost }),
      })),
    }),
    '/api/ps': (models) => ({
      models: models
        .filter(({ isLoaded }) => isLoaded !== false)
        .map((one) => ({
          ...ollamaModel(one),
          expires_at: '2026-10-17T16:47:07.93355-07:00',
          size_vram: 0,
          context_length: one.context ?? 4_096,
        })),
    }),
  },
  'lm studio': {
    '/v1/models': owned('organization_owner'),
    '/api/v0/models': (models) =>
      list(
        models.map(({ id, context = 4_096, trainedContext = 131_072, isLoaded }) => ({
          id,
          object: 'model',
          type: 'llm',
          publisher: 'lmstudio-community',
          arch: 'llama',
          compatibility_type: 'gguf',
          quantization: 'Q4_K_M',
          state: isLoaded === false ? 'not-loaded' : 'loaded',
          max_context_length: trainedContext,
          ...(isLoaded !== false && { loaded_context_length: context }),
        })),
      ),
  },
  'llama.cpp': {
    '/health': () => ({ status: 'ok' }),
    '/v1/models': (models) =>
      list(
        models.map(({ id, context = 4_096, trainedContext = 131_072 }) => ({
          id,
          object: 'model',
          created,
          owned_by: 'llamacpp',
          meta: {
            vocab_type: 2,
            n_vocab: 128_256,
            n_ctx: context,
            n_ctx_train: trainedContext,
            n_embd: 4_096,
            n_params: 8_030_261_312,
            size: 4_912_898_304,
          },
        })),
      ),
    '/props': ([model]) => ({
      default_generation_settings: { n_ctx: model?.context ?? 4_096, params: { temperature: 0.8 } },
      total_slots: 1,
      model_path: `/models/${model?.id ?? 'none'}.gguf`,
      chat_template: '',
      build_info: 'b8681-Debian',
    }),
  },
}

/** What the server answers at this path; undefined if it has no such path. */
export const poseAnswer = (pose: Pose, path: string, models: readonly ServedModel[]): unknown =>
  poses[pose][path]?.(models)
