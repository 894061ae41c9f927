# Runs llama.cpp's server on a free loopback port until standard input closes. Prints its address once it answers.
import json
import sys

import xllamacpp

options = json.loads(sys.argv[1])
parameters = xllamacpp.CommonParams()
parameters.model.path = options["weights"]
parameters.model_alias = {options["model"]}
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
parameters.offline = True
parameters.ui = False
parameters.n_ctx = options["contextTokens"]
parameters.n_parallel = 1
# Without it the server refuses requests with tools.
parameters.use_jinja = options["acceptsTools"]
# Its threads busy-wait for each other: on a busy machine, one is much faster than two.
parameters.cpuparams.n_threads = 1
parameters.cpuparams_batch.n_threads = 1
# The same answer each time, and never an endless one.
parameters.sampling.temp = 0
parameters.sampling.seed = 1
parameters.n_predict = 128

server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()
