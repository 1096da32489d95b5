import { CircleCheck, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { createCaller } from '../../session/calls/call.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'

type Order = z.output<typeof contract.sandbox.readOrder.reply>

/** Without a session: this page stands for a processor's own website. */
const call = createCaller(
  () => ({ token: null, accountId: null, customerId: null }),
  () => {},
)

/** The Sandbox's page on which a payer approves an order, as at PayPal. */
export function ApprovePage() {
  const query = new URLSearchParams(window.location.search)
  const params = { account: query.get('client_id') ?? '', order: query.get('order') ?? '' }
  const found = useQuery({
    key: ['sandbox-order', params.order],
    ask: (signal) => call(contract.sandbox.readOrder, { params }, { signal }),
    enabled: params.order !== '',
  })
  if (found.error) {
    return (
      <MessagePage title={t('Order not found')}>
        {t('It may have been canceled. Go back and start again.')}
      </MessagePage>
    )
  }
  return (
    <main id="main" className="mx-auto grid max-w-110 gap-5 px-4 py-8">
      <title>{t('Sandbox PayPal')}</title>
      <Note tone="warning" title={t('Sandbox: no money moves')}>
        {t('This page stands in for PayPal. No one is charged.')}
      </Note>
      {found.data ? <Shown order={found.data} params={params} /> : <Skeleton className="h-60" />}
    </main>
  )
}

function Shown({ order, params }: { order: Order; params: { account: string; order: string } }) {
  const answering = useSingleMutation({
    mutationFn: (deed: 'approveOrder' | 'cancelOrder') => call(contract.sandbox[deed], { params, body: {} }),
    onSuccess: ({ status }) => {
      window.opener?.postMessage(
        { sandboxOrder: params.order, answer: status === 'canceled' ? 'canceled' : 'approved' },
        window.location.origin,
      )
      invalidateQuery('sandbox-order')
      window.close()
    },
  })
  if (order.status !== 'open') return <Said order={order} />
  return (
    <section
      aria-label={t('Order')}
      className="grid gap-5 rounded-14 border border-line bg-surface p-5 sm:p-8"
    >
      <div className="grid gap-1.5">
        <h1 className="text-20 font-semibold">{t('Pay {company}', { company: order.merchant })}</h1>
        <p className="text-14 text-ink-2">{order.description}</p>
        <p className="num text-44 font-semibold tracking-tight">{moneyText(order.amount, order.currency)}</p>
      </div>
      {answering.error && <Note tone="error">{answering.error.message}</Note>}
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="lg"
          busy={answering.isPending}
          onClick={() => answering.mutate('approveOrder')}
        >
          {t('Approve payment')}
        </Button>
        <Button size="lg" disabled={answering.isPending} onClick={() => answering.mutate('cancelOrder')}>
          {t('Cancel and return')}
        </Button>
      </div>
    </section>
  )
}

const SAID: Record<Exclude<Order['status'], 'open'>, { icon: ReactNode; text: string }> = {
  approved: { icon: <CircleCheck />, text: t('You approved this payment.') },
  paid: { icon: <CircleCheck />, text: t('This payment was made.') },
  canceled: { icon: <CircleSlash />, text: t('You canceled this payment. Nothing was charged.') },
}

const Said = ({ order }: { order: Order & { status: Order['status'] } }) => {
  const { icon, text } = SAID[order.status as keyof typeof SAID]
  return (
    <section
      aria-label={t('Order')}
      className="grid justify-items-center gap-3 rounded-14 border border-line bg-surface p-8 text-center"
    >
      {icon}
      <h1 className="text-20 font-semibold">{text}</h1>
      <p className="text-14 text-ink-2">{t('Close this window to go back.')}</p>
    </section>
  )
}
