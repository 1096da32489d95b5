import { useState } from 'react'
import { RadioTiles } from '../../ui/fields/radio-tiles.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** For users who pay for several customers of the same company. */
export function SwitchAccount({
  accounts,
  current,
  onChoose,
  onClose,
}: {
  accounts: readonly { pk: string; short_name: string; company_name: string; moved_to: string | null }[]
  current: string
  /** `formerId`: the same id, of a customer whose invoices another one has. */
  onChoose: (id: string, formerId: string | null) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(current)
  const isFormer = accounts.some(({ pk, moved_to }) => pk === chosen && moved_to !== null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Switch Account')}
      footer={
        <Button variant="primary" onClick={() => onChoose(chosen, isFormer ? chosen : null)}>
          {t('Switch')}
        </Button>
      }
    >
      <RadioTiles
        legend={t('Account')}
        columns={1}
        options={accounts.map((entry) => ({
          value: entry.pk,
          label: entry.short_name,
          description: entry.company_name,
        }))}
        value={chosen}
        onChange={setChosen}
      />
    </Dialog>
  )
}
