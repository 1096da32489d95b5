import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { InvoiceRunReply } from '../../../../contract/lists/invoice-runs.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { saveFile } from '../../../ui/pdf/save-file.ts'
import { takeAwaitedPdfs } from './awaited-pdfs.ts'

/** Offers the archive of PDFs that a run has drawn, and saves it by itself on the device that asked for it. */
export function DrawnPdfs({ run }: { run: InvoiceRunReply }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const download = useSingleMutation({
    mutationFn: async () => {
      const params = { account: account.pk, run: run.pk }
      saveFile(
        await call(contract.invoiceRuns.downloadPdfs, { params, body: {} }),
        `Invoices ${account.today}.zip`,
      )
    },
    onError: (error) =>
      toast({ title: 'We couldn’t download the PDFs', body: actionErrorText(error), tone: 'error' }),
  })
  const save = useRef(download.mutate)
  useEffect(() => {
    if (takeAwaitedPdfs(run.pk)) save.current()
  }, [run.pk])
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="sm" icon={<Download />} busy={download.isPending} onClick={() => download.mutate()}>
        Download ZIP
      </Button>
      <span className="text-ink-3">Kept for a day.</span>
    </span>
  )
}
