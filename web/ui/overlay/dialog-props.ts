import type { ReactNode } from 'react'

export type DialogProps = {
  open: boolean
  /** Called with false by Escape, the close button, or a press outside. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence below the title; read aloud with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons in the footer, the main one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** True while work is under way: the dialog can't be closed. */
  locked?: boolean | undefined
  /** A sheet at the edge instead of a centered box. */
  side?: 'center' | 'end' | 'start' | undefined
  /** Leaves the header to the children (the title stays for screen readers). */
  bare?: boolean | undefined
  /** Focuses the dialog instead of its first field, for dialogs with more than one form. */
  readFirst?: boolean | undefined
  className?: string | undefined
}
