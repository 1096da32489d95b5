import { type ReactNode, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { PayLinkDialog } from './pay-link-dialog.tsx'

interface InvoicesToPay {
  readonly customer: { readonly pk: string; readonly short_name: string }
  /** Without them all open invoices of the customer. */
  readonly invoices?: readonly string[]
}

export interface CopyPayLink {
  readonly copy: (toPay: InvoicesToPay) => void
  readonly busy: boolean
  /** Shows the link when the browser refuses access to the clipboard. */
  readonly dialog: ReactNode
}

/** Copies one link with which anybody can pay invoices of a customer. */
export function useCopyPayLink(onCopied?: () => void): CopyPayLink {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const [uncopied, setUncopied] = useState<{ name: string; url: string } | null>(null)
  const linking = useSingleMutation({
    mutationFn: ({ customer, invoices }: InvoicesToPay) =>
      call(contract.invoices.jointPayLink, {
        params: { account: account.pk, customer: customer.pk },
        body: invoices ? { invoices: [...invoices] } : {},
      }),
    onSuccess: async ({ url, invoices }, { customer }) => {
      try {
        await navigator.clipboard.writeText(url)
        toast({
          title: 'Pay link copied',
          body:
            invoices === 1
              ? 'Anyone with it can pay the open invoice without logging in.'
              : `Anyone with it can pay these ${invoices} invoices without logging in.`,
          tone: 'success',
        })
        onCopied?.()
      } catch {
        setUncopied({ name: customer.short_name, url })
      }
    },
    onError: (error) =>
      toast({ title: 'Failed to make the pay link', body: actionErrorText(error), tone: 'error' }),
  })
  return {
    copy: linking.mutate,
    busy: linking.isPending,
    dialog: uncopied && (
      <PayLinkDialog
        number={uncopied.name}
        url={uncopied.url}
        onClose={() => {
          setUncopied(null)
          onCopied?.()
        }}
      />
    ),
  }
}
