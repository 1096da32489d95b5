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
  accounts: readonly { pk: string; short_name: string; company_name: string }[]
  current: string
  onChoose: (id: string) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(current)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Switch Account')}
      footer={
        <Button variant="primary" onClick={() => onChoose(chosen)}>
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
