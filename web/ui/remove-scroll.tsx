import type { ReactNode } from 'react'

/**
 * Stands in for react-remove-scroll, which Radix brings along: it would write a style element into the page, which our
 * content security policy refuses, and no dialog or menu of ours uses it. vite.config.ts swaps it in.
 */
export const RemoveScroll = ({ children }: { children: ReactNode }) => children
