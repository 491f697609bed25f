require_relative '../lib/calc'
