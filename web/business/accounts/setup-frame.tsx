import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { StepIndicator } from '../../ui/layout/step-indicator.tsx'
import { CalmPage } from '../auth/calm-page.tsx'
import { PageSkeleton } from '../shell/page-skeleton.tsx'
import { useFocusOnNewPage } from '../shell/use-focus-on-new-page.ts'
import { REGISTRATION_STEPS } from './setup-steps.ts'

/** Steps of the set-up in the settings' pages. The ids are those of the whole course. */
const STEPS = [
  { id: '1', name: 'Account' },
  { id: '3', name: 'Company' },
  { id: '6', name: 'Currency and time zone' },
] as const

/** The whole course: steps 4 and 5 are no longer, and currency and time zone belong to the last. */
const COURSE = [
  { id: '1', name: 'Account' },
  { id: '2', name: 'Accounting' },
  { id: '3', name: 'Logo' },
  { id: '6', name: 'Plan' },
] as const

/** Which steps there are, and the index of the one that a page is. */
function courseAt(pathname: string): { steps: typeof STEPS | typeof COURSE; current: number } {
  const step = (REGISTRATION_STEPS as readonly string[]).indexOf(pathname.replace(/\/+$/, ''))
  if (step !== -1) return { steps: COURSE, current: Math.min(step + 1, COURSE.length - 1) }
  return { steps: STEPS, current: pathname.endsWith('account-settings') ? 2 : 1 }
}

/** The settings pages as steps of the set-up: nothing around them but where one is. */
export function SetupFrame({ loading = false }: { loading?: boolean }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  useFocusOnNewPage(pathname)
  return (
    <CalmPage wide head={<StepIndicator className="w-full" label="Set-up" {...courseAt(pathname)} />}>
      {loading ? (
        <PageSkeleton />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      )}
    </CalmPage>
  )
}
