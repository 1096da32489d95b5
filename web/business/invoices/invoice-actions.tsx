import {
  Ban,
  CircleDollarSign,
  CircleMinus,
  Copy,
  Download,
  Ellipsis,
  Eye,
  FileText,
  Link as LinkIcon,
  Pencil,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan, useCanKeep } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuItem } from '../../ui/overlay/menu-props.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { isSome } from '../../ui/text/money-text.ts'
import { viewerPath } from '../paths.ts'
import { usePreview } from '../portal/use-preview.ts'
import type { Invoice } from './invoice-look.ts'
import { useInvoiceChanged } from './invoice-query.ts'
import { PayLinkDialog } from './pay-link/pay-link-dialog.tsx'
import { sendLabel } from './send-label.ts'
import { usePdf } from './use-pdf.ts'

export type InvoiceDialog = 'send' | 'payment' | 'waiveFees' | 'void' | 'writeOff' | 'undoWriteOff' | 'remove'

const editorPath = (invoice: string): string => `/invoice-view?invoice=${invoice}`

function useDuplicate(invoice: Invoice) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useInvoiceChanged()
  const navigate = useNavigateTo()
  return useSingleMutation({
    mutationFn: () =>
      call(contract.invoices.duplicate, { params: { account: account.pk, invoice: invoice.pk }, body: {} }),
    onSuccess: async (copy) => {
      toast({
        title: 'Invoice duplicated',
        body: `${copy.number} is a draft with the same lines, dated today.`,
        tone: 'success',
        link: { label: 'View draft', href: editorPath(copy.pk) },
      })
      navigate(editorPath(copy.pk))
      await changed(copy)
    },
    onError: (error) =>
      toast({ title: 'We couldn’t duplicate the invoice', body: actionErrorText(error), tone: 'error' }),
  })
}

function usePayLink(invoice: Invoice, onUncopied: (url: string) => void) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  return useSingleMutation({
    mutationFn: () =>
      call(contract.invoices.payLink, { params: { account: account.pk, invoice: invoice.pk }, body: {} }),
    onSuccess: async ({ url }) => {
      try {
        await navigator.clipboard.writeText(url)
        toast({
          title: 'Pay link copied',
          body: `Anyone with it can pay ${invoice.number} without logging in.`,
          tone: 'success',
        })
      } catch {
        // The browser may refuse clipboard access; the link is then shown for manual copying.
        onUncopied(url)
      }
    },
    onError: (error) =>
      toast({ title: 'We couldn’t copy the pay link', body: actionErrorText(error), tone: 'error' }),
  })
}

/** Ends an invoice, or undoes that. */
const closingItems = (
  can: Invoice['can'],
  mayWriteOff: boolean,
  onOpen: (dialog: InvoiceDialog) => void,
): (MenuItem | false)[] => [
  (can.void || can.write_off || can.undo_write_off || can.remove) && { kind: 'separator', id: 'end' },
  can.void && { id: 'void', label: 'Void…', icon: <Ban />, danger: true, onSelect: () => onOpen('void') },
  can.write_off &&
    mayWriteOff && {
      id: 'write-off',
      label: 'Write off…',
      icon: <Ban />,
      danger: true,
      onSelect: () => onOpen('writeOff'),
    },
  can.undo_write_off &&
    mayWriteOff && {
      id: 'undo-write-off',
      label: 'Undo write-off…',
      icon: <Undo2 />,
      onSelect: () => onOpen('undoWriteOff'),
    },
  can.remove && {
    id: 'remove',
    label: 'Delete draft…',
    icon: <Trash2 />,
    danger: true,
    onSelect: () => onOpen('remove'),
  },
]

/** Actions for the invoice by its status and the user's role, the most likely one first. */
export function InvoiceActions({
  invoice,
  onOpen,
}: {
  invoice: Invoice
  onOpen: (dialog: InvoiceDialog) => void
}) {
  const { pk } = useAccount()
  const navigate = useNavigateTo()
  const [payLink, setPayLink] = useState<string | null>(null)
  const pdf = usePdf(invoice)
  const duplicate = useDuplicate(invoice)
  const link = usePayLink(invoice, setPayLink)
  const preview = usePreview(invoice.customer.pk, invoice.pk)
  const asCustomer = usePreview(invoice.customer.pk, invoice.pk, 'pdf')
  const mayWrite = useCan('invoices.write')
  const mayCreate = useCanKeep('invoices.write')
  const mayPreview = useCan('preview.start')
  const mayWriteOff = useCan('invoices.write_off')
  const mayWaive = useCan('late_fees.waive')
  const { can } = invoice
  const draft = invoice.state === 'draft'
  const payable = invoice.state === 'open' && isSome(invoice.remaining)
  const busy = pdf.isPending || duplicate.isPending || link.isPending || preview.busy || asCustomer.busy
  const items: (MenuItem | false)[] = [
    { id: 'pdf', label: 'Download PDF', icon: <Download />, onSelect: () => pdf.mutate() },
    { id: 'view', label: 'View PDF', icon: <FileText />, href: viewerPath(pk, 'invoices', invoice.pk) },
    mayPreview &&
      !draft &&
      invoice.state !== 'void' && {
        id: 'as-customer',
        label: 'View PDF as customer',
        icon: <Eye />,
        onSelect: asCustomer.open,
      },
    mayPreview &&
      payable && { id: 'preview', label: 'Preview payment', icon: <Eye />, onSelect: preview.open },
    mayWrite &&
      payable && { id: 'link', label: 'Copy pay link', icon: <LinkIcon />, onSelect: () => link.mutate() },
    mayCreate && {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <Copy />,
      onSelect: () => duplicate.mutate(),
    },
    can.edit &&
      !draft && {
        id: 'edit',
        label: 'Edit',
        icon: <Pencil />,
        onSelect: () => navigate(editorPath(invoice.pk)),
      },
    mayWaive &&
      invoice.state === 'open' &&
      invoice.late_fees.some(({ amount }) => isSome(amount)) && {
        id: 'waive-fees',
        label: 'Waive late fees…',
        icon: <CircleMinus />,
        onSelect: () => onOpen('waiveFees'),
      },
    ...closingItems(can, mayWriteOff, onOpen),
  ]
  const shown = items.filter((item): item is MenuItem => item !== false)
  return (
    <>
      {can.edit && draft && (
        <Button icon={<Pencil />} onClick={() => navigate(editorPath(invoice.pk))}>
          Edit
        </Button>
      )}
      {can.send && (
        <Button variant={draft ? 'primary' : 'default'} icon={<Send />} onClick={() => onOpen('send')}>
          {sendLabel(invoice)}
        </Button>
      )}
      {can.record_payment && (
        <Button variant="primary" icon={<CircleDollarSign />} onClick={() => onOpen('payment')}>
          Record payment
        </Button>
      )}
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis />} outlined busy={busy} />}
        items={shown}
      />
      {payLink !== null && (
        <PayLinkDialog number={invoice.number} url={payLink} onClose={() => setPayLink(null)} />
      )}
    </>
  )
}
