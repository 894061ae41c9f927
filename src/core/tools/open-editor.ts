// Opens a file in the user's own editor. It changes nothing, so it needs no approval and works in a restricted folder.
import { z } from 'zod'
import { detailIn } from '../artifacts/tool-fields.ts'
import { editorIds } from '../../shared/editors.ts'
import type { RunnableTool } from './tool.ts'

const args = z.object({
  path: z.string().min(1).max(4096),
  line: z.number().int().positive().max(10_000_000).nullable(),
  editor: z.enum(editorIds).optional(),
})

export const openEditorTool: RunnableTool<z.infer<typeof args>, { editor: string; file: string }> = {
  name: 'OpenInEditor',
  failure: 'Not opened',
  status: (fields) => ({ action: 'analyzing', detail: detailIn(fields, ['path']) }),
  args,
  run: ({ path, line, editor }, { workspace }) => workspace.openInEditor({ file: path, line, editor }),
}
