import { Ellipsis } from 'lucide-react'
import { roleCan } from '../../../domain/people/roles.ts'
import { useAccount } from '../../session/account-context.ts'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuItem } from '../../ui/overlay/menu-props.ts'
import { Avatar } from '../../ui/text/avatar.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { MemberChange } from './member-dialogs.tsx'
import { ROLE_NAMES } from './role-words.ts'
import type { Member } from './use-team.ts'

type OnChange = (change: MemberChange, member: Member) => void

/** Lists the company's members with the actions the user may take. */
export function MemberList({ members, onChange }: { members: readonly Member[]; onChange: OnChange }) {
  return (
    <ul aria-label="People" className="grid divide-y divide-line">
      {members.map((member) => (
        <Row key={member.user} member={member} onChange={onChange} />
      ))}
    </ul>
  )
}

function Row({ member, onChange }: { member: Member; onChange: OnChange }) {
  const items = useChanges(member, onChange)
  return (
    <li className="flex min-w-0 items-center gap-3 py-2.5">
      <Avatar name={member.name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="truncate">{member.name}</span>
          {member.is_you && <Tag icon={null}>You</Tag>}
        </p>
        <p className="text-13 break-words text-ink-2">
          {member.email}
          {member.firm && ` · ${member.firm.name || 'an accounting firm'}`}
          {member.second_factor && ' · two-step login'}
        </p>
      </div>
      <span className="text-ink-2">{ROLE_NAMES[member.role]}</span>
      <span className="w-8 flex-none">
        {items.length > 0 && (
          <Menu
            align="end"
            items={items}
            trigger={<IconButton icon={<Ellipsis />} label={`Change ${member.name}`} />}
          />
        )}
      </span>
    </li>
  )
}

function useChanges(member: Member, onChange: OnChange): MenuItem[] {
  const { role } = useAccount()
  const item = (change: MemberChange, label: string, danger = false): MenuItem => ({
    ...{ id: change, label, danger },
    onSelect: () => onChange(change, member),
  })
  if (member.is_you) return role === 'owner' ? [] : [item('leave', 'Leave company', true)]
  if (member.role === 'owner' || !roleCan(role, 'users.manage')) return []
  return [
    item('role', 'Change role'),
    ...(roleCan(role, 'users.recover') && member.second_factor
      ? [item('end-second-factor', 'Turn off two-step login')]
      : []),
    ...(roleCan(role, 'ownership.transfer') ? [item('transfer', 'Transfer ownership')] : []),
    item('remove', 'Remove', true),
    ...(member.firm ? [item('end-firm', `End access of ${member.firm.name || 'their firm'}`, true)] : []),
  ]
}
