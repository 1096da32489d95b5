import { useState } from 'react'
import { t } from '../ui/language/text.ts'
import { Button } from '../ui/layout/button.tsx'
import { buttonClass } from '../ui/layout/button-class.ts'
import { onAppHost } from './app-host.ts'
import { browserSession, SITE } from './portal-session.ts'
import { isPreview } from './preview/preview-store.ts'

/** Actions of the not-found and error pages: home with a page load, and log out. */
export function ErrorActions() {
  const { session } = browserSession
  const [leaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const logOut = async () => {
    setLeaving(true)
    try {
      await session.logOut()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '')
    } finally {
      setLeaving(false)
    }
  }
  return (
    <>
      <a href={onAppHost ? '/' : SITE} className={buttonClass('primary')}>
        {onAppHost ? t('Go to the dashboard') : t('Go to the portal')}
      </a>
      {session.snapshot().signedIn && !isPreview && (
        <Button busy={leaving} onClick={logOut}>
          {t('Logout')}
        </Button>
      )}
      {problem !== null && (
        <p role="alert" className="w-full text-overdue">
          {t('Failed to logout. {problem}', { problem })}
        </p>
      )}
    </>
  )
}
