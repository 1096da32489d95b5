import { Component, type ReactNode } from 'react'

type Props = {
  /** A change of this key (the address) renders the children again. */
  resetKey: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

/** Shows a fallback when rendering throws, until the user navigates. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean; resetKey: string }> {
  override state = { error: null as unknown, failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: { resetKey: string }) {
    return props.resetKey === state.resetKey ? null : { error: null, failed: false, resetKey: props.resetKey }
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error) : this.props.children
  }
}
