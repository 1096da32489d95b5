import { Plus } from 'lucide-react'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useCharacterKeys, useHotkey } from '../../ui/overlay/hotkey.ts'
import { KEYS } from '../../ui/overlay/shortcut-keys.ts'

type Target = { href: string; onPress?: undefined } | { href?: undefined; onPress: () => void }

/** A page's 'new' button; the key `c` presses it. */
export function NewButton({ children, href, onPress }: Target & { children: string }) {
  const navigate = useNavigateTo()
  const hinted = useCharacterKeys()
  useHotkey(KEYS.create, () => (href === undefined ? onPress() : navigate(href)))
  const look = {
    variant: 'primary',
    icon: <Plus />,
    ...(hinted && { 'aria-keyshortcuts': KEYS.create, title: `Shortcut: ${KEYS.create}` }),
  } as const
  return href === undefined ? (
    <Button {...look} onClick={onPress}>
      {children}
    </Button>
  ) : (
    <ButtonLink {...look} href={href}>
      {children}
    </ButtonLink>
  )
}
