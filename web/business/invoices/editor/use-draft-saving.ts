import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import type { Caller } from '../../../session/calls/call.ts'
import { showFormErrors } from '../../../session/forms/form-errors.ts'
import { useCall } from '../../../session/session-context.tsx'
import { type Conflict, readConflict } from '../../layout/conflict/read-conflict.ts'
import type { Invoice } from '../invoice-look.ts'
import { useInvoiceChanged } from '../invoice-query.ts'
import { keepMine } from './draft-differences.ts'
import { type DraftBody, type DraftValues, draftBody, draftOf, lineFieldNames } from './draft-values.ts'

const REQUIRED = 'This field is required.'

export interface DraftSaving {
  /** The invoice as last saved; null before the first save. */
  readonly stored: Invoice | null
  readonly dirty: boolean
  readonly busy: boolean
  readonly savedAtMs: number | null
  readonly problem: string | null
  /** Set when somebody else saved it since it was read. */
  readonly conflict: Conflict<Invoice> | null
  closeConflict(): void
  /** Saves what was typed over what somebody else saved; parts that were not changed here stay as they are now. */
  saveMine(): void
  /** Saves the form. Resolves to null when it fails; a second call during a save does nothing. */
  save(): Promise<Invoice | null>
}

/** Saves the editor's form: first as a new draft, then as changes to the revision that was read. */
export function useDraftSaving(
  form: UseFormReturn<DraftValues>,
  start: { invoice: Invoice | null; number: string },
  onCreated: (invoice: Invoice) => void,
): DraftSaving {
  const account = useAccount()
  const call = useCall()
  const changed = useInvoiceChanged()
  const navigate = useNavigate()
  const underWay = useRef(false)
  const [stored, setStored] = useState(start.invoice)
  const [snapshot, setSnapshot] = useState(() => JSON.stringify(form.getValues()))
  const [busy, setBusy] = useState(false)
  const [savedAtMs, setSavedAtMs] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { conflict, setConflict, closeConflict, takeOver } = useConflict(form, stored)
  useFreshErrors(form)

  const write = async (values: DraftValues, over: Invoice | null): Promise<Invoice | null> => {
    const { body, sentLines } = draftBody(values, over?.number ?? start.number)
    return writeDraft(call, account.pk, over, body).catch(async (error: unknown) => {
      const found = over && (await readChanged(call, account.pk, over, error))
      if (found) setConflict(found)
      else setProblem(showFormErrors(form, error, lineFieldNames(sentLines)))
      return null
    })
  }

  const keep = (values: DraftValues, saved: Invoice) => {
    if (values.number !== saved.number) form.setValue('number', saved.number)
    setSnapshot(JSON.stringify({ ...values, number: saved.number }))
    setStored(saved)
    setSavedAtMs(Date.now())
    void changed(saved)
    if (stored) return
    onCreated(saved)
    void navigate({ to: '/invoice-view', search: { invoice: saved.pk }, replace: true, ignoreBlocker: true })
  }

  const save = async (over = stored): Promise<Invoice | null> => {
    if (underWay.current) return null
    form.clearErrors()
    setProblem(null)
    const values = structuredClone(form.getValues())
    if (!checkDraft(form, values)) return null
    underWay.current = true
    setBusy(true)
    const saved = await write(values, over)
    if (saved) keep(values, saved)
    underWay.current = false
    setBusy(false)
    return saved
  }
  const dirty = JSON.stringify(form.watch()) !== snapshot
  const saveMine = () => {
    const now = takeOver()
    if (now) void save(now)
  }
  return { stored, dirty, busy, savedAtMs, problem, conflict, closeConflict, saveMine, save: () => save() }
}

/** The version that somebody else saved meanwhile. `takeOver` puts what was typed over it, and returns the invoice to save it to. */
function useConflict(form: UseFormReturn<DraftValues>, stored: Invoice | null) {
  const [conflict, setConflict] = useState<Conflict<Invoice> | null>(null)
  const takeOver = (): Invoice | null => {
    if (conflict === null || stored === null) return null
    const { now } = conflict
    const values = keepMine({ read: draftOf(stored), now: draftOf(now), mine: form.getValues() })
    setConflict(null)
    form.reset(values)
    return now
  }
  return { conflict, setConflict, closeConflict: () => setConflict(null), takeOver }
}

/** Clears a field's error when its text changes. */
function useFreshErrors(form: UseFormReturn<DraftValues>): void {
  useEffect(() => {
    const watching = form.watch((_values, { name }) => name && form.clearErrors(name))
    return () => watching.unsubscribe()
  }, [form])
}

/** Reads what somebody else saved, when that is why a save was refused; null otherwise. */
function readChanged(
  call: Caller,
  account: string,
  stored: Invoice,
  error: unknown,
): Promise<Conflict<Invoice> | null> {
  const params = { account, invoice: stored.pk }
  return readConflict(error, { code: 'conflict', over: stored }, () =>
    call(contract.invoices.read, { params }),
  )
}

/** Creates a draft the first time, then updates the revision that was read. */
function writeDraft(
  call: Caller,
  account: string,
  stored: Invoice | null,
  body: DraftBody,
): Promise<Invoice> {
  if (stored === null) return call(contract.invoices.create, { params: { account }, body })
  const params = { account, invoice: stored.pk }
  return call(contract.invoices.update, { params, body: { ...body, revision: stored.revision } })
}

/** Errors that can be found without the server. */
function checkDraft(form: UseFormReturn<DraftValues>, values: DraftValues): boolean {
  if (values.customer === null) {
    form.setError('customer', { message: REQUIRED })
    document.querySelector<HTMLElement>('input[name="customer"]')?.focus()
  }
  if (values.invoice_date === '') form.setError('invoice_date', { message: 'Enter a date.' })
  if (values.number.trim() === '') form.setError('number', { message: REQUIRED })
  return values.customer !== null && values.invoice_date !== '' && values.number.trim() !== ''
}
