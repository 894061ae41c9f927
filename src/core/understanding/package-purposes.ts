// What well-known packages are for, where they are not installed and so cannot say it themselves.

const PACKAGES: Readonly<Record<string, string>> = {
  'web server':
    'express fastify koa hapi hono restify flask django fastapi starlette uvicorn gunicorn aiohttp tornado sanic bottle gin echo fiber chi actix-web axum rocket warp hyper laravel/framework symfony/http-kernel slim/slim',
  'HTTP client': 'axios got node-fetch undici ky superagent requests httpx urllib3 reqwest guzzlehttp/guzzle',
  'user interface':
    'react react-dom preact vue svelte solid-js lit @angular/core next nuxt remix gatsby astro jquery',
  'desktop app': 'electron tauri pyqt5 pyqt6 pyside6',
  'state of the user interface': 'redux @reduxjs/toolkit zustand mobx pinia recoil',
  styles: 'tailwindcss sass less postcss styled-components @emotion/react bootstrap',
  'database client':
    'pg mysql mysql2 sqlite3 better-sqlite3 mongodb redis ioredis psycopg2 psycopg2-binary psycopg pymysql pymongo asyncpg rusqlite sqlx tokio-postgres pgx go-sqlite3 mysqlclient',
  'database objects':
    'prisma @prisma/client typeorm sequelize mongoose knex drizzle-orm sqlalchemy peewee tortoise-orm alembic gorm diesel sea-orm doctrine/orm',
  tests:
    'vitest jest mocha chai ava tap jasmine sinon supertest pytest nose2 tox hypothesis coverage pytest-cov testify rspec phpunit/phpunit proptest',
  'tests in a browser':
    'playwright @playwright/test cypress puppeteer selenium selenium-webdriver webdriverio @testing-library/react',
  build:
    'vite webpack rollup esbuild parcel turbo tsup @swc/core babel @babel/core gulp grunt setuptools wheel hatchling poetry-core cc',
  types: 'typescript mypy pyright typing-extensions flow-bin',
  'code style':
    'eslint prettier oxlint @biomejs/biome stylelint ruff black flake8 isort pylint husky lint-staged pre-commit',
  'checks of data': 'zod joi yup ajv pydantic marshmallow jsonschema attrs validator',
  'reading and writing data':
    'serde serde_json serde_yaml toml js-yaml yaml pyyaml csv lxml beautifulsoup4 cheerio orjson protobuf',
  'command line':
    'commander yargs minimist chalk ora inquirer click typer argparse rich colorama clap structopt cobra pflag urfave/cli',
  logging:
    'winston pino debug bunyan morgan loguru structlog log env_logger tracing zap logrus zerolog monolog/monolog',
  settings: 'dotenv config python-dotenv dynaconf viper envy vlucas/phpdotenv',
  'asynchronous work': 'tokio async-std futures rxjs async anyio trio',
  'background jobs': 'bull bullmq agenda celery rq dramatiq node-cron apscheduler',
  'real-time connections': 'ws socket.io socket.io-client websockets tungstenite tokio-tungstenite websocket',
  'sign-in': 'passport jsonwebtoken bcrypt bcryptjs next-auth pyjwt passlib authlib argon2',
  'numbers and tables': 'numpy pandas scipy polars matplotlib seaborn plotly d3 ndarray',
  'machine learning': 'torch tensorflow scikit-learn keras transformers xgboost onnxruntime',
  'general functions':
    'lodash underscore ramda itertools more-itertools anyhow thiserror rand regex once_cell',
  dates: 'moment dayjs date-fns luxon chrono python-dateutil pendulum arrow nesbot/carbon',
  templates: 'jinja2 handlebars ejs pug mako nunjucks twig/twig',
  'queries of an API': 'graphql @apollo/client apollo-server graphene grpcio @grpc/grpc-js tonic',
  'cloud services':
    'aws-sdk @aws-sdk/client-s3 boto3 botocore google-cloud-storage azure-storage-blob firebase',
  'restart while you develop': 'nodemon watchdog',
  'several commands at once': 'concurrently npm-run-all',
  'running TypeScript': 'ts-node tsx',
  pictures: 'sharp jimp pillow opencv-python image',
}

const PURPOSES: ReadonlyMap<string, string> = new Map(
  Object.entries(PACKAGES).flatMap(([purpose, names]) =>
    names.split(' ').map((name) => [name, purpose] as const),
  ),
)

/** Null if it is not well known. */
export function purposeOfPackage(name: string): string | null {
  const known = name.toLowerCase()
  if (known.startsWith('@types/')) return `types of ${name.slice('@types/'.length)}`
  // `github.com/gin-gonic/gin/v2` is gin.
  const short = known.includes('.')
    ? (known
        .replace(/\/v\d+$/, '')
        .split('/')
        .at(-1) ?? known)
    : known
  return PURPOSES.get(known) ?? PURPOSES.get(known.replaceAll('_', '-')) ?? PURPOSES.get(short) ?? null
}
