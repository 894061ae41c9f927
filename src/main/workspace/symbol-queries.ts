// What counts as a symbol in each language, as queries for its grammar. The capture around a declaration is its kind;
// `name` is its name, `owner` the type it belongs to if it is declared elsewhere, and `scope` something that contains
// symbols without being one. Captures that start with an underscore are only for conditions. If two patterns match one
// declaration, the earlier one counts.
import { createHash } from 'node:crypto'

/** Functions that take a function and return it with something added: `const Button = memo(() => …)`. */
const WRAPPERS =
  '(^|[.])(memo|forwardRef|observer|debounce|throttle|once|promisify|create\\\\w*|wrap\\\\w*|with[A-Z]\\\\w*|async\\\\w*|catch\\\\w*)$'
const callable = '[(arrow_function) (function_expression) (generator_function)]'
const wrapped = `(call_expression
    function: (_) @_wrapper
    arguments: (arguments [(arrow_function) (function_expression)])
    (#match? @_wrapper "${WRAPPERS}"))`
const member = '(member_expression object: (_) @owner property: (_) @name)'
const typescriptOnly = `
  (abstract_class_declaration name: (_) @name) @class
  (interface_declaration name: (_) @name) @interface
  (type_alias_declaration name: (_) @name) @type
  (enum_declaration name: (_) @name) @enum
  (internal_module name: (_) @name) @module
  (module name: (_) @name) @module
  (function_signature name: (_) @name) @function
  (method_signature name: (_) @name) @method
  (abstract_method_signature name: (_) @name) @method
  (public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method
  (public_field_definition name: (_) @name value: ${wrapped}) @method
`
const javascriptOnly = `
  (field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
  (field_definition property: (_) @name value: ${wrapped}) @method
`
const ecmascript = `
  (function_declaration name: (_) @name) @function
  (generator_function_declaration name: (_) @name) @function
  (class_declaration name: (_) @name) @class
  (method_definition name: (_) @name) @method
  (variable_declarator name: (identifier) @name value: ${callable}) @function
  (variable_declarator name: (identifier) @name value: (class)) @class
  (variable_declarator name: (identifier) @name value: ${wrapped}) @function
  (variable_declarator name: (identifier) @name value: (object)) @scope
  (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
  (assignment_expression left: ${member} right: ${callable}) @function
  (assignment_expression left: ${member} right: (assignment_expression right: ${callable})) @function
  (assignment_expression left: ${member} right: (class)) @class
  (assignment_expression left: ${member} right: ${wrapped}) @function
  (assignment_expression left: ${member} right: (object)) @scope
  (export_statement "default" @name value: ${callable}) @function
  (export_statement "default" @name value: (class)) @class
  (export_statement "default" @name value: ${wrapped}) @function
  (export_statement "default" @name value: (object)) @scope
`
const cpp = `
  (function_definition declarator: (function_declarator declarator: (_) @name)) @function
  (function_definition declarator: (_ (function_declarator declarator: (_) @name))) @function
  (function_definition declarator: (_ (_ (function_declarator declarator: (_) @name)))) @function
  (class_specifier name: (_) @name body: (_)) @class
  (struct_specifier name: (_) @name body: (_)) @struct
  (union_specifier name: (_) @name body: (_)) @struct
  (enum_specifier name: (_) @name body: (_)) @enum
  (type_definition type: (struct_specifier !name) declarator: (type_identifier) @name) @struct
  (type_definition type: (enum_specifier !name) declarator: (type_identifier) @name) @enum
  (type_definition declarator: (type_identifier) @name) @type
  (alias_declaration name: (_) @name) @type
  (namespace_definition name: (_) @name) @module
  (preproc_function_def name: (_) @name) @function
`

export interface GrammarQuery {
  /** The grammar's file is tree-sitter-<grammar>.wasm. */
  grammar: string
  query: string
  /** How a comment starts. */
  comments: 'slashes' | 'hash' | 'both'
}

const languages = {
  typescript: { grammar: 'typescript', query: ecmascript + typescriptOnly, comments: 'slashes' },
  tsx: { grammar: 'tsx', query: ecmascript + typescriptOnly, comments: 'slashes' },
  javascript: { grammar: 'javascript', query: ecmascript + javascriptOnly, comments: 'slashes' },
  python: {
    grammar: 'python',
    comments: 'hash',
    query: `
      (function_definition name: (_) @name) @function
      (class_definition name: (_) @name) @class
    `,
  },
  go: {
    grammar: 'go',
    comments: 'slashes',
    query: `
      (function_declaration name: (_) @name) @function
      (method_declaration
        receiver: (parameter_list (parameter_declaration type: [
          (type_identifier) @owner
          (pointer_type (type_identifier) @owner)
          (generic_type type: (_) @owner)
          (pointer_type (generic_type type: (_) @owner))
        ]))
        name: (_) @name) @method
      (type_spec name: (_) @name type: (struct_type)) @struct
      (type_spec name: (_) @name type: (interface_type)) @interface
      (type_spec name: (_) @name) @type
      (type_alias name: (_) @name) @type
      (method_elem name: (_) @name) @method
    `,
  },
  rust: {
    grammar: 'rust',
    comments: 'slashes',
    query: `
      (function_item name: (_) @name) @function
      (function_signature_item name: (_) @name) @function
      (struct_item name: (_) @name) @struct
      (union_item name: (_) @name) @struct
      (enum_item name: (_) @name) @enum
      (trait_item name: (_) @name) @interface
      (type_item name: (_) @name) @type
      (mod_item name: (_) @name body: (_)) @module
      (macro_definition name: (_) @name) @function
      (impl_item type: [(type_identifier) @name (generic_type type: (_) @name) (scoped_type_identifier name: (_) @name)]) @scope
    `,
  },
  java: {
    grammar: 'java',
    comments: 'slashes',
    query: `
      (class_declaration name: (_) @name) @class
      (record_declaration name: (_) @name) @class
      (interface_declaration name: (_) @name) @interface
      (annotation_type_declaration name: (_) @name) @interface
      (enum_declaration name: (_) @name) @enum
      (method_declaration name: (_) @name) @method
      (constructor_declaration name: (_) @name) @method
    `,
  },
  cpp: { grammar: 'cpp', query: cpp, comments: 'slashes' },
  ruby: {
    grammar: 'ruby',
    comments: 'hash',
    query: `
      (method name: (_) @name) @function
      (singleton_method name: (_) @name) @method
      (class name: (_) @name) @class
      (module name: (_) @name) @module
    `,
  },
  csharp: {
    grammar: 'c-sharp',
    comments: 'slashes',
    query: `
      (class_declaration name: (_) @name) @class
      (record_declaration name: (_) @name) @class
      (struct_declaration name: (_) @name) @struct
      (interface_declaration name: (_) @name) @interface
      (enum_declaration name: (_) @name) @enum
      (delegate_declaration name: (_) @name) @type
      (namespace_declaration name: (_) @name) @module
      (method_declaration name: (_) @name) @method
      (constructor_declaration name: (_) @name) @method
      (local_function_statement name: (_) @name) @function
    `,
  },
  php: {
    grammar: 'php',
    comments: 'both',
    query: `
      (function_definition name: (_) @name) @function
      (method_declaration name: (_) @name) @method
      (class_declaration name: (_) @name) @class
      (interface_declaration name: (_) @name) @interface
      (trait_declaration name: (_) @name) @interface
      (enum_declaration name: (_) @name) @enum
      (namespace_definition name: (_) @name body: (_)) @module
    `,
  },
  bash: { grammar: 'bash', comments: 'hash', query: '(function_definition name: (_) @name) @function' },
} satisfies Record<string, GrammarQuery>

/** Every grammar with a query; a packaged app contains these. */
export const symbolGrammars: readonly string[] = Object.values(languages).map(({ grammar }) => grammar)

/** Tells whether symbols were read with these queries. */
export const queriesDigest = (): string =>
  createHash('sha256').update(JSON.stringify(languages)).digest('hex').slice(0, 16)

const endings: Record<string, keyof typeof languages> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  ipp: 'cpp',
  rb: 'ruby',
  rake: 'ruby',
  cs: 'csharp',
  php: 'php',
  sh: 'bash',
  bash: 'bash',
}

/** The query for a file by its name; null if no grammar reads it. */
export function queryOfFile(file: string): GrammarQuery | null {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const language = name.includes('.') && Object.hasOwn(endings, ending) ? endings[ending] : undefined
  return language === undefined ? null : languages[language]
}
