import { brainInfos } from '../../../shared/brains.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import type { ConnectionReport } from '../../../shared/ipc.ts'
import type { BrainDefinition } from '../brain-definition.ts'
import { addressFor, modelAddress, type ModelAddress } from './address.ts'
import { createConsent } from './consent.ts'
import { findModelServers } from './find-servers.ts'
import { createModelBrain } from './model-brain.ts'
import { isSameModel, listModels } from './model-list.ts'
import { canTalk, forgetChoice, unsetFault } from './server.ts'

const KEY = 'model.key'

export const modelBrain: BrainDefinition = {
  ...brainInfos.model,
  settings: ['modelUrl', 'modelName', 'modelApi'],
  // Its tools are Parley's own, which change nothing in a restricted folder.
  needsTrust: false,
  secret: { name: KEY, address: (settings) => modelAddress(settings)?.origin ?? settings.modelUrl },
  open({ settings, secret: key, storage, clock, newId, onError }) {
    const addressOf = (modelUrl: string): ModelAddress => {
      const address = modelAddress({ modelUrl, modelApi: 'auto' })
      if (address) return address
      throw new FaultError(
        'bad_request',
        'This is not the address of a model.',
        'Enter one that begins with http:// or https://.',
      )
    }
    return {
      create: ({ folderName, conversation, tools }) =>
        createModelBrain({
          settings,
          key,
          tools,
          folderName,
          platform: process.platform,
          conversation,
          storage,
          clock,
          newId,
          onError,
        }),
      models: {
        find: () => findModelServers(),
        async list(url, given) {
          const to = addressOf(url)
          // The stored key goes nowhere but to its own address.
          const isCurrent = modelAddress(settings())?.origin === to.origin
          const names = (await listModels(to, given ?? (isCurrent ? key() : null))).map(({ id }) => id)
          return names.filter(canTalk)
        },
        settingsFor(url, model) {
          const { modelUrl, modelName } = settings()
          const isOther = url !== modelUrl || model !== modelName
          return {
            modelUrl: url,
            modelName: model,
            modelApi: 'auto',
            // They were those of the model before.
            ...(isOther && { modelPrice: '', modelContext: 0 }),
          }
        },
        async use(url, model) {
          const to = addressOf(url)
          // What was chosen in the status bar before would go on to answer.
          await forgetChoice(storage, to)
          await createConsent(storage).give(addressFor(to, model))
        },
      },
      async test(): Promise<ConnectionReport> {
        const to = modelAddress(settings())
        if (to === null) return { steps: [{ ok: false, text: `${unsetFault.message} ${unsetFault.remedy}` }] }
        try {
          const models = await listModels(to, key())
          const wanted = settings().modelName
          const has = wanted === '' || models.some(({ id }) => isSameModel(id, wanted))
          return {
            steps: [
              {
                ok: true,
                text: `${to.place} answers, with ${models.length === 1 ? 'one model' : `${models.length} models`}.`,
              },
              ...(has ? [] : [{ ok: false, text: `It has no model called ${wanted}.` }]),
            ],
          }
        } catch (error) {
          const { message, remedy } = faultOf(error)
          return { steps: [{ ok: false, text: `${message} ${remedy}` }] }
        }
      },
    }
  },
}
