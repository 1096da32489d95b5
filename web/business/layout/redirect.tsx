import { Navigate } from '@tanstack/react-router'
import { memo } from 'react'

/**
 * Replaces this page with another, once. The router's own component repeats its navigation at each render,
 * which never ends when the other page redirects as well, as every page does once the session has ended.
 */
export const Redirect = memo(
  Navigate,
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
  // The cast keeps the check of addresses, which memo loses.
) as unknown as typeof Navigate
