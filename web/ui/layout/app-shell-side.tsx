import { useCharacterKeys } from '../overlay/hotkey.ts'
import { BrandMark } from '../theme/brand-mark.tsx'
import type { AppShellProps, NavItem } from './app-shell-props.ts'
import { Link } from './link.tsx'

function NavLink({ item, current }: { item: NavItem; current: boolean }) {
  const keys = useCharacterKeys() ? item.keys : undefined
  return (
    <Link
      href={item.href}
      aria-current={current ? 'page' : undefined}
      data-tip={keys ? `${item.label}  ${keys}` : item.label}
      className={
        'group relative flex h-7.5 items-center gap-2.5 rounded-6 px-2 font-medium text-ink-2 transition-colors hover:bg-quiet-tint hover:text-ink max-md:h-11 ' +
        'aria-[current=page]:bg-quiet-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink rail:h-8 rail:w-10 rail:justify-center rail:p-0 ' +
        'rail:not-aria-[current=page]:hover:after:app-tip rail:not-aria-[current=page]:focus-visible:after:app-tip'
      }
    >
      <span className="text-ink-3 group-aria-[current=page]:text-brand">{item.icon}</span>
      <span className="rail:sr-only">{item.label}</span>
      {item.count !== undefined && (
        <span className="num ms-auto text-12 font-normal text-ink-3 group-aria-[current=page]:text-ink-2 rail:absolute rail:end-0 rail:top-0 rail:min-w-4 rail:rounded-full rail:bg-brand rail:px-1 rail:text-center rail:text-[10px] rail:leading-4 rail:font-semibold rail:text-on-brand rail:group-aria-[current=page]:text-on-brand">
          {item.count}
        </span>
      )}
    </Link>
  )
}

/** Content of the sidebar, the rail and the phone's drawer. */
export function AppShellSide({
  nav,
  currentId,
  account,
  user,
}: Pick<AppShellProps, 'nav' | 'currentId' | 'account' | 'user'>) {
  return (
    <div className="flex h-full flex-col px-2 pb-3 max-md:overflow-y-auto 2xl:overflow-y-auto">
      <div className="my-2 mb-3">{account}</div>
      <nav aria-label="Main" className="grid gap-4">
        {nav.map((group) => (
          <ul key={group[0]?.id} className="grid gap-px">
            {group.map((item) => (
              <li key={item.id}>
                <NavLink item={item} current={item.id === currentId} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="mt-auto pt-4">
        {user}
        <p className="mt-2 flex items-center gap-2 border-t border-line px-2.5 pt-3 text-12 font-medium text-ink-3 rail:justify-center rail:px-0">
          <BrandMark />
          <span className="rail:sr-only">Quittance</span>
        </p>
      </div>
    </div>
  )
}
