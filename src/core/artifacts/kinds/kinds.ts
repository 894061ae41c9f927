// The artifact kinds. To add one: its schema in shared/artifacts.ts, its file and entry here, its view and entry in
// renderer/viewer/artifact-views.tsx.
import { checklistKind } from './checklist.ts'
import { codeKind } from './code.ts'
import { diffKind } from './diff.ts'
import { errorKind } from './error.ts'
import { fileKind } from './file.ts'
import { createKinds } from './kind.ts'
import { markdownKind } from './markdown.ts'
import { searchResultsKind } from './search-results.ts'

export const kinds = createKinds([
  diffKind,
  codeKind,
  markdownKind,
  fileKind,
  searchResultsKind,
  checklistKind,
  errorKind,
])
