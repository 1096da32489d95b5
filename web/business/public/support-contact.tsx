import { Skeleton } from '../../ui/text/skeleton.tsx'
import { inlineLink } from '../layout/calm-page.tsx'
import { useInstallation } from './use-installation.ts'

/**
 * Support contact where the installation names one: 'Ask Northwind Hosting at help@northwind.example.'
 */
export function SupportContact({ about }: { about: string }) {
  const { data, error } = useInstallation()
  if (!data && !error) return <Skeleton className="h-5 w-60" />
  const who = data?.operator ?? 'the operator of this site'
  if (!data?.support_email)
    return (
      <p>
        Ask {who} about {about}.
      </p>
    )
  return (
    <p>
      Ask {who} about {about}:{' '}
      <a href={`mailto:${data.support_email}`} className={inlineLink}>
        {data.support_email}
      </a>
    </p>
  )
}
