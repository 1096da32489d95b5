import { contract } from '../../../contract/index.ts'
import type { Task } from '../../../contract/worklist/worklist.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { undoFailure } from '../undo-failure.ts'
import type { Member } from './use-members.ts'
import { useForgetTasks } from './use-tasks.ts'

/** Changes of a task that need no dialog. Each says in a message what it did, or why it could not. */
export function useTaskChanges() {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetTasks()
  const paramsOf = (task: Task) => ({ account, task: task.pk })

  const run = async (work: () => Promise<string>, task: Task) => {
    try {
      const title = await work()
      toast({ title, body: task.title, tone: 'success' })
    } catch (error) {
      toast({ title: 'We couldn’t change this task', body: actionErrorText(error), tone: 'error' })
    } finally {
      await forget()
    }
  }
  const undo = async (task: Task) => {
    try {
      await call(contract.worklist.reopen, { params: paramsOf(task), body: {} })
    } catch (error) {
      toast(undoFailure(error, undefined))
    } finally {
      await forget()
    }
  }
  return {
    /** Marks a task as done. Rejects when it is refused. */
    async finish(task: Task, outcome: string) {
      await call(contract.worklist.finish, { params: paramsOf(task), body: { outcome } })
      await forget()
      toast({
        title: 'Task done',
        body: task.title,
        tone: 'success',
        action: { label: 'Undo', onPress: () => undo(task) },
      })
    },
    assign: (task: Task, member: Member | null) =>
      run(async () => {
        const body = { assignee: member?.pk ?? null }
        await call(contract.worklist.assign, { params: paramsOf(task), body })
        return member === null ? 'Task assigned to nobody' : `Task assigned to ${member.name}`
      }, task),
    wake: (task: Task) =>
      run(async () => {
        await call(contract.worklist.snooze, { params: paramsOf(task), body: { until: null } })
        return 'Task is open again'
      }, task),
    reopen: (task: Task) =>
      run(async () => {
        await call(contract.worklist.reopen, { params: paramsOf(task), body: {} })
        return 'Task opened again'
      }, task),
  }
}
