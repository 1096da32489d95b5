import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { AskDialog } from '../layout/ask-dialog.tsx'

/** Removes the user from the company. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const session = useSessionControl()
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const { pk, company } = useAccount()
  const toast = useToast()
  const name = company.name || 'this company'
  return (
    <AskDialog
      title={`Leave ${name}?`}
      confirmLabel="Leave company"
      onClose={onClose}
      work={async () => {
        await session.call(contract.team.leave, { params: { account: pk } })
        toast({ title: `You left ${name}`, tone: 'success' })
        // Removes the account from the cache, so that no query runs for a company that the user has left.
        queries.setQueryData(accountsQuery(session).queryKey, (accounts) =>
          accounts?.filter((account) => account.pk !== pk),
        )
        session.chooseAccount(null, null)
        navigate('/')
      }}
    >
      You’ll need a new invitation to return.
    </AskDialog>
  )
}
