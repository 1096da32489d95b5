import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'

/** A connection that a person began at another service, which sent back an answer. */
export interface Attempt {
  /** Sends the answer. */
  finish(): Promise<{ name: string }>
  /** Returns the service once it is connected. */
  findConnected(): Promise<{ name: string } | undefined>
}

interface Problem {
  readonly text: string
  /** The answer may not have arrived, so that it can be sent again. */
  readonly mayRepeat: boolean
}

/**
 * Finishes a connection, once. Renders only what keeps a person waiting, or the reason of a failure. While the server can't be reached the
 * answer stays in the address; `path` is the page's address without it. After success `next` is opened, or the page itself.
 */
export function Finish({
  attempt,
  path,
  next = path,
}: {
  attempt: Attempt | null
  path: string
  next?: string | undefined
}) {
  const queries = useQueryClient()
  const { history } = useRouter()
  const toast = useToast()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { run, busy } = useAction(async ({ finish, findConnected }: Attempt) => {
    const leave = async (to = path) => {
      history.replace(to)
      await queries.invalidateQueries()
    }
    const succeed = async ({ name }: { name: string }) => {
      setProblem(null)
      await leave(next)
      toast({ title: `${name} connected`, tone: 'success' })
    }
    try {
      await succeed(await finish())
    } catch (error) {
      const { status = 500, code = null } = error instanceof ApiError ? error : {}
      // An answer is spent when it arrived before, though its reply was lost.
      const connected =
        code === 'authorization_expired' ? await findConnected().catch(() => undefined) : undefined
      if (connected) return succeed(connected)
      setProblem({ text: actionErrorText(error), mayRepeat: status === 0 })
      if (status !== 0) await leave()
    }
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || attempt === null) return
    begun.current = true
    void run(attempt)
  }, [attempt, run])
  if (problem === null) return attempt && <Note tone="info">Connecting…</Note>
  const repeat = problem.mayRepeat && attempt ? () => void run(attempt) : undefined
  return (
    <Note
      tone="error"
      title={problem.mayRepeat ? 'Not finished yet' : 'Not connected'}
      {...(repeat && { onRetry: repeat, retrying: busy })}
    >
      {problem.text}
    </Note>
  )
}
