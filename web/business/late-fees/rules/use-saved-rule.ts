import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { Versions } from '../../layout/conflict/differences.ts'
import { fieldErrorText } from '../../layout/conflict/field-error-text.ts'
import { type Conflict, readConflict } from '../../layout/conflict/read-conflict.ts'
import { keepMyRule, type TypedRule, typedOf } from './rule-differences.ts'
import { termsOf } from './rule-values.ts'
import type { Rule } from './use-rules.ts'

interface RuleConflict extends Conflict<Rule> {
  readonly mine: TypedRule
}

/** Saves what was typed of a rule to the revision that was read, and knows what somebody else saved meanwhile. */
export function useSavedRule(rule: Rule, onSaved: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<RuleConflict | null>(null)
  const params = { account, rule: rule.pk }

  const show = async (saved: Rule) => {
    queries.setQueryData([account, 'late-fee-rule', rule.pk], saved)
    onSaved()
    await queries.invalidateQueries({ queryKey: [account, 'late-fee-rules'] })
  }
  /** True when somebody else saved the rule since `over`, which is then shown. */
  const findConflict = async (error: unknown, over: Rule, mine: TypedRule): Promise<boolean> => {
    const found = await readConflict(error, { code: 'wrong_state', over }, () =>
      call(contract.lateFeeRules.read, { params }),
    )
    if (found) setConflict({ ...found, mine })
    return found !== null
  }
  const write = async (typed: TypedRule, over: Rule, mine: TypedRule): Promise<void> => {
    try {
      const saved = await call(contract.lateFeeRules.update, { params, body: bodyOf(typed, over.revision) })
      toast({ title: 'Rule saved', body: saved.sentence, tone: 'success' })
      await show(saved)
    } catch (error) {
      if (!(await findConflict(error, over, mine))) throw error
    }
  }
  const versions: Versions<TypedRule> | null = conflict && {
    read: typedOf(rule),
    now: typedOf(conflict.now),
    mine: conflict.mine,
  }
  const saving = useSingleMutation({
    mutationFn: async () => {
      if (conflict && versions) await write(keepMyRule(versions), conflict.now, conflict.mine)
    },
  })
  return {
    save: (typed: TypedRule) => write(typed, rule, typed),
    conflict: conflict && versions && { text: conflict.text, versions },
    problem: saving.error && fieldErrorText(saving.error),
    busy: saving.isPending,
    saveMine: () => saving.mutate(),
    discardMine: () => conflict && void show(conflict.now),
    closeConflict: () => {
      saving.reset()
      setConflict(null)
    },
  }
}

const bodyOf = ({ values, covered }: TypedRule, revision: number) => ({
  revision,
  name: values.name,
  covers: covered.covers,
  groups: covered.groups.map(({ pk }) => pk),
  terms: termsOf(values),
  line_text: values.line_text,
  item: values.item,
})
