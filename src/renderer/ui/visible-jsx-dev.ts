// visible-jsx.ts for development builds, where React has another runtime.
import * as react from 'react/jsx-dev-runtime'
import { visibleProps } from './visible-props.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

export const jsxDEV: typeof react.jsxDEV = (type, props, key, ...rest) =>
  react.jsxDEV(type, visibleProps(type, props as object), key, ...rest)
