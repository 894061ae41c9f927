// The two kinds of button: one with text, one with an icon and therefore a label.
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = ComponentProps<'button'> & { icon?: IconName; look?: 'plain' | 'primary' | 'quiet' }

export function Button({ icon, look = 'plain', className = '', children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`push-button push-button-${look} ${className}`} {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  icon: IconName
  label: string
  size?: number
}

export function IconButton({ icon, label, size = 16, className = '', title, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      title={title ?? label}
      {...rest}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
