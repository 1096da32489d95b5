import { useEffect, useRef } from 'react'
import { t } from '../language/text.ts'
import { Link } from './link.tsx'

/** The portal's tabs. On a phone they scroll: the current one comes into view, and an edge fades where more follow. */
export function PortalTabs({
  tabs,
  current,
}: {
  tabs: ReadonlyArray<{ id: string; label: string; href: string }>
  current: string | undefined
}) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const list = nav.current!
    const mark = () => {
      const rest = list.scrollWidth - list.clientWidth - list.scrollLeft
      list.dataset.more = `${list.scrollLeft > 1 ? 'before ' : ''}${rest > 1 ? 'after' : ''}`
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(list)
    list.addEventListener('scroll', mark)
    return () => {
      sizes.disconnect()
      list.removeEventListener('scroll', mark)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each current tab, and once tabs are added
  useEffect(() => {
    const list = nav.current!
    const tab = list.querySelector<HTMLElement>('[aria-current]')
    // Not scrollIntoView, which would move the page too.
    if (tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
    list.dispatchEvent(new Event('scroll'))
  }, [current, tabs.length])
  return (
    <nav
      ref={nav}
      aria-label={t('Portal')}
      className="ui-scroll-x ui-fade-x relative mx-auto flex max-w-page gap-6 px-4 md:gap-7 md:px-6"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          aria-current={tab.id === current ? 'page' : undefined}
          className="flex-none pt-2.5 pb-3 text-16 font-medium text-ink-2 shadow-[inset_0_-2px_0_transparent] transition-colors hover:text-ink hover:shadow-[inset_0_-2px_0_var(--line-strong)] focus-visible:rounded-6 focus-visible:outline-offset-[-2px] aria-[current=page]:text-brand aria-[current=page]:shadow-[inset_0_-2px_0_var(--brand)] md:py-3 md:pb-3.5 md:text-14"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
