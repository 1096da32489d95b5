import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { StepIndicator } from '../../ui/layout/step-indicator.tsx'
import { CalmPage } from '../layout/calm-page.tsx'
import { PageSkeleton } from '../layout/page-skeleton.tsx'
import { useFocusOnNewPage } from '../layout/use-focus-on-new-page.ts'
import { REGISTRATION_STEPS } from './setup-steps.ts'

/** Set-up steps within the settings pages. The ids are step numbers of the whole registration. */
const STEPS = [
  { id: '1', name: 'Account' },
  { id: '3', name: 'Company' },
  { id: '6', name: 'Currency and time zone' },
] as const

/** The whole registration. Steps 4 and 5 no longer exist; currency and time zone belong to the last step. */
const COURSE = [
  { id: '1', name: 'Account' },
  { id: '2', name: 'Accounting' },
  { id: '3', name: 'Logo' },
  { id: '6', name: 'Plan' },
] as const

/** Returns the steps and the index of the current page among them. */
function courseAt(pathname: string): { steps: typeof STEPS | typeof COURSE; current: number } {
  const step = (REGISTRATION_STEPS as readonly string[]).indexOf(pathname.replace(/\/+$/, ''))
  if (step !== -1) return { steps: COURSE, current: Math.min(step + 1, COURSE.length - 1) }
  return { steps: STEPS, current: pathname.endsWith('account-settings') ? 2 : 1 }
}

/** Shows a settings page as a step of the set-up, with only the step indicator around it. */
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
