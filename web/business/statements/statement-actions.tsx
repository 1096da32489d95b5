import { useQueryClient } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Send } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import type { Statement, StatementChoice } from './use-statement.ts'

/** Downloads a statement, or emails it to the customer. */
export function StatementActions({ statement, choice }: { statement: Statement; choice: StatementChoice }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const mayEmail = useCan('statements.send')
  const email = useEmail(statement, choice)
  const params = { account, customer: statement.customer.pk }
  const name = `Statement ${statement.customer.short_name} ${statement.to}`
  const download = useSingleMutation({
    mutationFn: async (kind: 'pdf' | 'csv') => {
      const file = await call(contract.statements[kind], { params, query: { ...choice } })
      saveFile(file as Blob, `${name}.${kind}`)
    },
    onError: (error) =>
      toast({ title: 'We couldn’t download the statement', body: actionErrorText(error), tone: 'error' }),
  })
  return (
    <>
      <Button icon={<FileSpreadsheet />} busy={download.isPending} onClick={() => download.mutate('csv')}>
        CSV
      </Button>
      <Button
        icon={<Download />}
        busy={download.isPending}
        disabled={statement.is_empty}
        onClick={() => download.mutate('pdf')}
      >
        PDF
      </Button>
      {mayEmail && (
        <Button
          variant="primary"
          icon={<Send />}
          busy={email.sending.isPending}
          disabled={statement.is_empty}
          onClick={() => email.sending.mutate(false)}
        >
          Email statement
        </Button>
      )}
      {email.former !== null && (
        <ConfirmDialog
          open
          onOpenChange={() => email.forget()}
          title="Send this statement again?"
          confirmLabel="Send again"
          busy={email.sending.isPending}
          onConfirm={() => email.sending.mutate(true)}
        >
          {email.former} The customer gets the same statement with the same number.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Emails a statement. One that was sent for the period before is sent again only after a question. */
function useEmail({ customer }: Statement, choice: StatementChoice) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [former, setFormer] = useState<string | null>(null)
  const sending = useSingleMutation({
    mutationFn: (again: boolean) =>
      call(contract.statementSending.email, {
        params: { account, customer: customer.pk },
        body: { ...choice, again },
      }),
    onSuccess: async ({ number, to }) => {
      setFormer(null)
      toast({ title: `${number} is on its way`, body: `To ${to.join(', ')}.`, tone: 'success' })
      await queries.invalidateQueries({ queryKey: [account, 'statements'] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'statement_sent') setFormer(error.message)
      else toast({ title: 'We couldn’t send the statement', body: actionErrorText(error), tone: 'error' })
    },
  })
  return { sending, former, forget: () => setFormer(null) }
}
