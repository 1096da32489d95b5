import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import type { Invoice } from './invoice-look.ts'

/** Fetches the PDF and starts a browser download. */
export function usePdf(invoice: Pick<Invoice, 'pk' | 'number'>) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  return useSingleMutation({
    mutationFn: () => call(contract.invoices.pdf, { params: { account: account.pk, invoice: invoice.pk } }),
    onSuccess: (pdf) => saveFile(pdf, `Invoice ${invoice.number}.pdf`),
    onError: (error) =>
      toast({ title: 'We couldn’t download the PDF', body: actionErrorText(error), tone: 'error' }),
  })
}
