// How to run the app of a project while it is developed, from its own files.
import { packageServers } from './package-commands.ts'
import { makefileOf, makeTarget, projectAt, scriptsOf, type Project } from './project-commands.ts'

type Finder = (project: Project) => Promise<(string | false)[]> | (string | false)[]

/** What a project defines itself comes before the conventions of its language. */
const finders: readonly Finder[] = [
  async ({ has, text }) => packageServers(await text('package.json'), has),
  async ({ has, text }) => {
    const file = makefileOf(has)
    return [
      file !== undefined &&
        makeTarget(await text(file), 'dev', 'serve', 'server', 'runserver', 'run', 'start'),
    ]
  },
  ({ has }) => [has('manage.py') && `${pythonOf(has)} manage.py runserver`],
  async ({ has, text }) => [
    has('bin') && /^\s*gem\s+["']rails["']/m.test(await text('Gemfile')) && 'bundle exec rails server',
  ],
  async ({ has, text }) =>
    has('composer.json')
      ? scriptsOf(await text('composer.json'))
          .filter((name) => /^(?:dev|serve|start)$/.test(name))
          .map((name) => `composer ${name}`)
      : [],
  async ({ has, text }) => {
    const manifest = await text('Cargo.toml')
    return [has('Cargo.toml') && (/^\[\[bin\]\]/m.test(manifest) || (await hasMain(text))) && 'cargo run']
  },
  ({ has }) => [has('go.mod') && has('main.go') && 'go run .'],
  ({ like }) => [like(/\.csproj$/) !== undefined && 'dotnet run'],
]

const pythonOf = (has: Project['has']): string =>
  has('uv.lock') ? 'uv run python' : has('poetry.lock') ? 'poetry run python' : 'python'

const hasMain = async (text: Project['text']): Promise<boolean> => (await text('src/main.rs')) !== ''

export async function serverCommands(root: string): Promise<string[]> {
  const project = await projectAt(root)
  const found = await Promise.all(finders.map((find) => find(project)))
  return found.flat().filter((command) => command !== false)
}
