// The JSX runtime of the window (`jsxImportSource`): React's own, but hidden characters in texts become visible marks.
import * as react from 'react/jsx-runtime'
import { visibleProps } from './visible-props.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, visibleProps(type, props as object), key)

export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, visibleProps(type, props as object), key)
