import * as Popover from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'

/**
 * Popup of a combobox, loaded when the first one opens. The focus never leaves the input, so opening,
 * pressing and closing must not move it.
 */
export function ComboboxPopup({
  anchor,
  list,
  onClose,
  children,
}: {
  anchor: RefObject<HTMLElement | null>
  list: RefObject<HTMLDivElement | null>
  onClose: () => void
  children: ReactNode
}) {
  const stay = (event: { preventDefault: () => void }) => event.preventDefault()
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          ref={list}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={stay}
          onCloseAutoFocus={stay}
          onMouseDown={stay}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          className="z-60 max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-56 animate-rise overflow-y-auto rounded-10 border border-line bg-raised p-1.5 text-body text-ink shadow-high outline-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
