import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { browserSession, isFramedWithoutStorage } from '../portal-session.ts'

const StorageDisabledDialog = lazyWithRetry(
  () => import('../../session/storage/storage-disabled-dialog.tsx'),
  'StorageDisabledDialog',
)

/**
 * Tells before a login that the browser stores nothing. Not in a frame, where a cookie may keep the session;
 * the portal asks there after the login.
 */
export const StorageNotice = () => (
  <Suspense>{!browserSession.isStored && !isFramedWithoutStorage && <StorageDisabledDialog />}</Suspense>
)
