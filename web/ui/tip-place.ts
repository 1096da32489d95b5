type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

const GAP_PX = 8

/** Where a tip goes, in CSS px of the viewport: below its trigger, above when there is no room, never off the sides. */
export function placeTip(trigger: Box, tip: Size, viewport: Size): { left: number; top: number } {
  const centred = trigger.left + trigger.width / 2 - tip.width / 2
  const left = Math.max(GAP_PX, Math.min(centred, viewport.width - tip.width - GAP_PX))
  const below = trigger.top + trigger.height + GAP_PX
  const fits = below + tip.height + GAP_PX <= viewport.height
  return { left, top: fits ? below : Math.max(GAP_PX, trigger.top - tip.height - GAP_PX) }
}
