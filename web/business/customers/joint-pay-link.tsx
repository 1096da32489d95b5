import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { isSome } from '../../ui/text/money-text.ts'
import { PayLinkDialog } from '../invoices/pay-link-dialog.tsx'

/** Copies one link with which anybody can pay all open invoices of a customer. */
export function JointPayLink({ customer }: { customer: CustomerDetail }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const mayWrite = useCan('invoices.write')
  const [url, setUrl] = useState<string | null>(null)
  const linking = useSingleMutation({
    mutationFn: () =>
      call(contract.invoices.jointPayLink, {
        params: { account: account.pk, customer: customer.pk },
        body: {},
      }),
    onSuccess: async (link) => {
      try {
        await navigator.clipboard.writeText(link.url)
        toast({
          title: 'Pay link copied',
          body:
            link.invoices === 1
              ? 'Anyone with it can pay the open invoice without logging in.'
              : `Anyone with it can pay these ${link.invoices} invoices without logging in.`,
          tone: 'success',
        })
      } catch {
        // The browser may refuse clipboard access; the link is then shown for manual copying.
        setUrl(link.url)
      }
    },
    onError: (error) => toast({ title: 'Failed to make the pay link', body: error.message, tone: 'error' }),
  })
  if (!mayWrite || !isSome(customer.aging.total)) return null
  return (
    <>
      <Button
        icon={<Link2 />}
        className="justify-self-start"
        busy={linking.isPending}
        onClick={() => linking.mutate()}
      >
        Copy pay link for all open invoices
      </Button>
      {url !== null && <PayLinkDialog number={customer.short_name} url={url} onClose={() => setUrl(null)} />}
    </>
  )
}
