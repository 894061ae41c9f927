// Shows an error in place of a view that cannot be rendered, so that the rest of the window goes on working.
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface Props {
  /** What failed, as the subject of a sentence: "This tab". */
  what: string
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <div className="failed-view" role="alert">
        <h2>{this.props.what} could not be shown.</h2>
        <p>{error.message}</p>
        <Button onClick={() => this.setState({ error: null })}>Try again</Button>
      </div>
    )
  }
}
