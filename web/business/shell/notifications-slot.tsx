import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useLater } from '../layout/use-later.ts'

const NotificationsBell = lazyWithRetry(() => import('./notifications-bell.tsx'), 'NotificationsBell')

/** Keeps the place of the bell, which is fetched once the page is shown. */
export function NotificationsSlot({ isShown }: { isShown: boolean }) {
  const isLater = useLater(isShown)
  return (
    <span className="grid size-8 place-items-center max-lg:size-11">
      <Suspense>{isLater && isShown && <NotificationsBell />}</Suspense>
    </span>
  )
}
