import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { ConfirmAction } from '../../layout/confirm-action.tsx'
import { LATE_FEE_RULES_PATH } from '../../paths.ts'
import { countsText, type Preview, type Start, totalsText } from './use-preview.ts'
import type { Rule } from './use-rules.ts'

interface Props {
  readonly rule: Rule
  readonly onClose: () => void
}

/** Switches the rule on or off, and confirms it in a toast. */
function useSwitch({ rule, onClose }: Props, start: Start) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const params = { account, rule: rule.pk }
  const { revision } = rule
  const isOn = rule.state === 'on'
  return useSingleMutation({
    mutationFn: () =>
      isOn
        ? call(contract.lateFeeRules.switchOff, { params, body: { revision } })
        : call(contract.lateFeeRules.switchOn, {
            params,
            body: { revision, includes_late: start === 'all' },
          }),
    onSuccess: async (changed) => {
      toast({ title: isOn ? 'Rule is off' : 'Rule is on', body: changed.sentence, tone: 'success' })
      onClose()
      await queries.invalidateQueries({ queryKey: [account] })
    },
  })
}

/** Says how many customers are charged how much at once, and switches the rule on. */
export function SwitchOnDialog(props: Props & { readonly preview: Preview; readonly start: Start }) {
  const { rule, preview, start, onClose } = props
  const switching = useSwitch(props, start)
  const total = totalsText(preview.totals)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Switch on ${rule.name}`}
      confirmLabel={total === null ? 'Switch on' : `Switch on and charge ${total}`}
      busy={switching.isPending}
      onConfirm={() => switching.mutate()}
    >
      {switching.error && <Note tone="error">{actionErrorText(switching.error)}</Note>}
      <p>
        {total === null
          ? 'Nothing is charged today.'
          : `${countsText(preview.count, preview.customers)} today, ${total} in all. Customers see them on their invoices and when they pay.`}
      </p>
      <p>{`From then on: ${rule.sentence}`}</p>
    </ConfirmDialog>
  )
}

/** Switches the rule off. */
export function SwitchOffDialog(props: Props) {
  const { rule, onClose } = props
  const switching = useSwitch(props, 'all')
  return (
    <ConfirmAction title={`Switch off ${rule.name}`} label="Switch off" action={switching} onClose={onClose}>
      <p>It charges nothing more. Fees already charged stay until you waive them.</p>
    </ConfirmAction>
  )
}

/** Deletes a rule that is off. */
export function DeleteRuleDialog({ rule, onClose }: Props) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const deleting = useSingleMutation({
    mutationFn: () => call(contract.lateFeeRules.remove, { params: { account, rule: rule.pk } }),
    onSuccess: async () => {
      toast({ title: 'Rule deleted', body: rule.name, tone: 'success' })
      onClose()
      navigate(LATE_FEE_RULES_PATH)
      await queries.invalidateQueries({ queryKey: [account, 'late-fee-rules'] })
    },
  })
  return (
    <ConfirmAction title={`Delete ${rule.name}`} label="Delete rule" action={deleting} onClose={onClose}>
      <p>Fees that it charged stay on their invoices.</p>
    </ConfirmAction>
  )
}
