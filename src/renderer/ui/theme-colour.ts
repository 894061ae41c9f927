/** A colour of the style sheet as #rrggbb, for code that cannot read CSS variables. */
export function themeColour(variable: `--${string}`): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${variable})`
  probe.hidden = true
  document.body.append(probe)
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number)
  probe.remove()
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
