import { Download } from 'lucide-react'
import { useState } from 'react'
import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Progress } from '../../../ui/text/progress.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { type DataExport, useDataExports, useDownloadExport, useStartExport } from './use-account-data.ts'

/** Starts an export of everything, shows its progress, and downloads it. */
export function ExportSection() {
  const { data, error, refetch, isFetching } = useDataExports()
  const last = data?.exports[0]
  return (
    <SettingsSection
      title="Export everything"
      description="One ZIP archive with your customers, invoices, payments and everything else as tables, and your invoices as PDF."
    >
      {error && (
        <Note tone="error" onRetry={() => void refetch()} retrying={isFetching}>
          {actionErrorText(error)}
        </Note>
      )}
      {!data && !error && <Skeleton className="h-24" />}
      {last && <LastExport last={last} />}
      {data && last?.state !== 'running' && <StartExport isFirst={last === undefined} />}
    </SettingsSection>
  )
}

function LastExport({ last }: { last: DataExport }) {
  const { timezone, date_format: format } = useAccount()
  const download = useDownloadExport()
  const dayOf = (instant: string) => formatDate(dateInZone(Date.parse(instant), timezone), format)
  if (last.state === 'running')
    return (
      <div className="grid gap-2" role="status">
        <Progress
          label="Writing the archive"
          done={last.done}
          total={Math.max(1, last.total)}
          tone="brand"
          detail={last.total === 0 ? 'Waiting' : `${last.done} of ${last.total}`}
        />
        <p className="text-ink-2">You can leave this page. We email you when the archive is ready.</p>
      </div>
    )
  if (last.state === 'failed') return <Note tone="error">{last.failure ?? 'The export failed.'}</Note>
  if (last.kept_until === null)
    return <p className="text-ink-2">The archive of {dayOf(last.started_at)} is deleted already.</p>
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <strong className="font-semibold">Export of {dayOf(last.started_at)}</strong>
        <span className="text-ink-2">
          , {sizeText(last.bytes)}, can be downloaded until {dayOf(last.kept_until)}
        </span>
      </p>
      {download.error && <Note tone="error">{actionErrorText(download.error)}</Note>}
      <Button
        variant="primary"
        icon={<Download />}
        busy={download.isPending}
        onClick={() => download.mutate(last)}
      >
        Download the archive
      </Button>
    </div>
  )
}

function StartExport({ isFirst }: { isFirst: boolean }) {
  const [withPdfs, setWithPdfs] = useState(true)
  const start = useStartExport()
  return (
    <div className="grid justify-items-start gap-3">
      {start.error && <Note tone="error">{actionErrorText(start.error)}</Note>}
      <Checkbox
        label="With the PDFs of all invoices"
        checked={withPdfs}
        onChange={(event) => setWithPdfs(event.target.checked)}
      />
      <Button busy={start.isPending} onClick={() => start.mutate(withPdfs)}>
        {isFirst ? 'Export everything' : 'Export everything again'}
      </Button>
    </div>
  )
}

const KIB = 1024

function sizeText(bytes: number): string {
  if (bytes < KIB * KIB) return `${Math.max(1, Math.round(bytes / KIB))} KB`
  return `${(bytes / KIB / KIB).toFixed(1)} MB`
}
