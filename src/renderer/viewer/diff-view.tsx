// A diff of any size: a worker parses and renders it, and the page shows the chunks in view.
import { useMemo, useRef, useState } from 'react'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/diff.css'
import type { Arriving } from '../store/state.ts'
import { changesShown } from '../../core/tools/changes-title.ts'
import { useApp, useConversation } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { scrolledByKeys } from '../ui/keyboard.ts'
import { useSettings } from '../ui/settings-context.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { useViewCommand } from './active-view.tsx'
import { CodeView } from './code-view.tsx'
import type { DiffLayout } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import { DiffFilesMenu } from './diff-files-menu.tsx'
import type { HunkPlace } from './diff-items.ts'
import { chooseLayout, startsCollapsed } from './diff-layout.ts'
import { DiffList } from './diff-list.tsx'
import { useDiffReading } from './diff-reading.ts'
import { DiffToolbar } from './diff-toolbar.tsx'
import { undecidedIn } from './open-hunks.ts'
import { RevertQuestion } from './revert-question.tsx'
import { reviewSteps } from './review-steps.ts'
import { ReviewStrip } from './review-strip.tsx'
import { fullTitle } from './tab-labels.ts'
import { useFollowedComment, useHunkComments } from './use-hunk-comments.ts'
import { useHunkDecisions } from './use-hunk-decisions.ts'
import { ViewHeader } from './view-header.tsx'

const NONE: FileSummary[] = []

interface Props {
  artifact: ArtifactOf<'diff'>
  /** Set while only the beginning of the artifact has arrived. */
  arriving?: Arriving | undefined
}

export function DiffView({ artifact, arriving }: Props) {
  const { commands } = useApp()
  const report = useReportFault()
  const { settings, change } = useSettings()
  const root = useRef<HTMLDivElement>(null)
  const width = useElementWidth(root)
  const wanted = settings?.diffLayout ?? 'side-by-side'
  const choice = width === null ? null : chooseLayout(wanted, width, arriving?.length ?? artifact.diff.length)
  const isArriving = arriving !== undefined
  const reading = useDiffReading(artifact, { root, layout: choice?.layout ?? null, isArriving })
  const [jump, setJump] = useState<{ file: number; n: number } | null>(null)
  const [here, setHere] = useState<HunkPlace | null>(null)
  const [chosen, setChosen] = useState<{ file: number; hunk: number } | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  const client = reading.tag === 'open' ? reading.opened.client : null
  const files = client?.files ?? NONE
  const complete = client?.complete ?? false
  const places = useMemo(
    () => new Map(files.flatMap(({ index, hunks }) => hunks.map(({ key }, hunk) => [key, [index, hunk]]))),
    [files],
  )
  const decisions = useHunkDecisions(artifact.id, async (key) => {
    const [file, hunk] = places.get(key) ?? []
    return file === undefined || hunk === undefined ? null : ((await client?.patch(file, hunk)) ?? null)
  })
  const refresh = (): void => {
    // Another diff than that of the working changes cannot be made again, so the changes come in a tab of their own.
    const refreshed =
      changesShown(artifact) === null
        ? commands.ask('show the changes')
        : commands.refreshDiff(artifact.id).then(decisions.forgetFaults)
    refreshed.catch(report)
  }
  const comments = useHunkComments(artifact.id)
  useFollowedComment(files, comments)
  const shownReview = useConversation(({ review }) => (review?.artifactId === artifact.id ? review : null))
  const followed =
    shownReview?.isFollowed && shownReview.hunk !== null
      ? { hunk: shownReview.hunk, since: shownReview.since }
      : null
  const steps = useMemo(
    () => reviewSteps(places.keys(), decisions.marks, comments.known, changesShown(artifact) !== null),
    [places, decisions.marks, comments.known, artifact],
  )
  const askForChange = async (hunk: string, text: string): Promise<void> => {
    const [file = 0, at = 0] = places.get(hunk) ?? []
    const { line, endLine } = files[file]?.hunks[at] ?? {}
    // The agent has to know which hunk is meant before it gets the request.
    await commands.reportView({
      kind: 'diff',
      ...(files[file] && { file: files[file].name }),
      ...(line && { line }),
      ...(line && endLine && endLine > line && { endLine }),
      artifactId: artifact.id,
      hunk,
      hunks: { left: steps.undecided, of: places.size },
    })
    await commands.ask(`Change this hunk: ${text.trim()}`)
    // It has been said, so it is not to be sent as a comment too.
    comments.save(hunk, '')
  }
  const undecided = useMemo(() => undecidedIn(files, decisions.marks), [files, decisions.marks])

  useViewCommand(({ action }) => {
    if (!complete) return
    if (action === 'hunk.undo') decisions.undo()
    else if (action === 'hunk.redo') decisions.redo()
    else if (action === 'hunks.keep_rest') decisions.decide('kept', undecided)
    else if (action === 'hunks.revert_rest' && undecided.length > 0) setIsAsking(true)
  })

  const counts = useMemo(
    () => ({
      added: files.reduce((sum, file) => sum + file.added, 0),
      deleted: files.reduce((sum, file) => sum + file.deleted, 0),
      startClosed: startsCollapsed(files),
    }),
    [files],
  )
  const isNothing = complete && files.length === 0 && artifact.diff.trim() === ''
  if (reading.tag === 'failed' || (complete && files.length === 0 && !isNothing)) {
    return (
      <CodeView
        id={artifact.id}
        title={fullTitle(artifact)}
        detail={
          reading.tag === 'failed' ? reading.message : 'Shown as text, because it is not a unified diff.'
        }
        content={artifact.diff}
        language="plaintext"
      />
    )
  }
  const actions = {
    decide: decisions.decide,
    takeBack: decisions.takeBack,
    comment: comments.write,
    saveComment: comments.save,
    closeComment: comments.close,
    draftOf: comments.draft,
    keepDraft: comments.keepDraft,
    askForChange(hunk: string, text: string) {
      askForChange(hunk, text).catch(report)
    },
    refresh,
    copyHunk: async (file: number, hunk: number) => (await client?.patch(file, hunk)) ?? '',
    copyFile: async (file: number) => (await client?.text(file)) ?? '',
    openFile(file: string, line?: number) {
      commands.openFile(file, line).catch(report)
    },
  }
  const other: DiffLayout = wanted === 'unified' ? 'side-by-side' : 'unified'
  const otherName = other === 'unified' ? 'Show in one column' : 'Show side by side'
  return (
    <div className="view diff-view">
      <ViewHeader
        id={artifact.id}
        title={fullTitle(artifact)}
        detail={
          // The header of a single file says the same.
          complete && files.length > 1 ? (
            <>
              <span className="diff-added">+{counts.added}</span>{' '}
              <span className="diff-deleted">−{counts.deleted}</span>
            </>
          ) : null
        }
      >
        {complete && files.length > 1 ? (
          <DiffFilesMenu files={files} onGo={(file) => setJump((now) => ({ file, n: (now?.n ?? 0) + 1 }))} />
        ) : null}
        {places.size > 0 ? (
          <DiffToolbar
            files={files}
            here={here}
            complete={complete}
            decisions={decisions}
            steps={steps}
            isUnderReview={shownReview?.phase === 'hunk'}
          />
        ) : null}
        <IconButton
          icon={other === 'unified' ? 'rows' : 'columns'}
          className="diff-layout"
          label={otherName}
          disabled={choice?.forced !== null}
          title={choice?.forced ?? otherName}
          onClick={() => change({ diffLayout: other })}
        />
        {isArriving ? null : <CopyButton text={artifact.diff} label="Copy the diff" />}
      </ViewHeader>
      {isAsking && undecided.length > 0 ? (
        <RevertQuestion
          hunks={undecided.length}
          files={files.filter((file) => undecidedIn([file], decisions.marks).length > 0).length}
          onRevert={() => {
            setIsAsking(false)
            decisions.decide('reverted', undecided)
          }}
          onCancel={() => setIsAsking(false)}
        />
      ) : null}
      {shownReview ? <ReviewStrip review={shownReview} {...steps} /> : null}
      <div ref={root} className="view-scroll diff-scroll" {...scrolledByKeys('Changes')}>
        {isNothing ? <p className="view-waiting">Nothing is changed any more.</p> : null}
        {reading.tag === 'open' && !isNothing ? (
          <DiffList
            key={reading.opened.layout}
            scroller={root}
            artifactId={artifact.id}
            diff={artifact.diff}
            files={files}
            queue={reading.opened.queue}
            complete={complete}
            startClosed={complete && counts.startClosed}
            marks={decisions.marks}
            faults={decisions.faults}
            comments={comments.written}
            writing={comments.writing}
            review={followed}
            jump={jump}
            count={{ left: undecided.length, of: places.size }}
            actions={actions}
            start={chosen}
            onChosen={setChosen}
            onHere={setHere}
          />
        ) : null}
        {reading.tag === 'reading' ? <p className="view-waiting">Reading the changes…</p> : null}
      </div>
    </div>
  )
}
