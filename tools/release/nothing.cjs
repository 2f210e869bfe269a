// Neither module to import nor to require decides what an empty file is: its name does.
module.exports = {}
